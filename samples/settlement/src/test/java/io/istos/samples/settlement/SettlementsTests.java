package io.istos.samples.settlement;

import java.math.BigDecimal;
import java.util.List;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.test.context.bean.override.mockito.MockitoSpyBean;

import io.istos.LeaseLostException;
import io.istos.engine.AcquiredLease;
import io.istos.engine.LeaseOptions;
import io.istos.engine.ScopeLeases;
import io.istos.testing.TestDatabase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.willAnswer;

@SpringBootTest(properties = { "settlement.nightly=-", "settlement.clock-skew=0s", "settlement.clearing=0s",
		"settlement.printing=0s" })
@DirtiesContext // its jobs end before the database does
class SettlementsTests {

	private static final TestDatabase DATABASE = TestDatabase.create();

	@Autowired
	private NightlySettlement nightly;

	@Autowired
	private Settlements settlements;

	@Autowired
	private ScopeLeases leases;

	@Autowired
	private JdbcClient jdbc;

	@MockitoSpyBean
	private Clearing clearing;

	@DynamicPropertySource
	static void database(DynamicPropertyRegistry properties) {
		properties.add("spring.datasource.url", DATABASE::jdbcUrl);
		properties.add("spring.datasource.username", DATABASE::username);
		properties.add("spring.datasource.password", DATABASE::password);
	}

	@BeforeEach
	void nothingIsSettled() {
		this.jdbc.sql("delete from settlement").update();
	}

	@Test
	void everyNightSettlesWhatIsNotSettled() {
		this.nightly.settleAll();
		this.nightly.settleAll();
		assertThat(settled()).containsExactly("acme", "globex", "initech");
		assertThat(this.jdbc.sql("select distinct amount from settlement").query(BigDecimal.class).list())
			.singleElement()
			.asString()
			.isEqualTo("2058.00");
	}

	@Test
	void everyRowBearsTheEpochOfItsLease() {
		this.settlements.settle("acme");
		assertThat(this.jdbc.sql("select epoch from settlement").query(Long.class).single())
			.isEqualTo(this.jdbc.sql("select epoch from istos.istos_lease where scope = 'settlement/acme'")
				.query(Long.class)
				.single());
	}

	@Test
	void aTenantWhomAnotherSettlesIsSkipped() {
		try (AcquiredLease other = this.leases.tryAcquire("settlement/globex", LeaseOptions.defaults()).orElseThrow()) {
			this.nightly.settleAll();
			assertThat(settled()).containsExactly("acme", "initech");
			other.check();
		}
		this.nightly.settleAll();
		assertThat(settled()).containsExactly("acme", "globex", "initech");
	}

	@Test
	void whoLostTheLeaseWritesNothing() {
		willAnswer((invocation) -> {
			this.jdbc.sql("delete from istos.istos_lease").update();
			return invocation.callRealMethod();
		}).given(this.clearing).clear(any());
		assertThatExceptionOfType(LeaseLostException.class).isThrownBy(() -> this.settlements.settle("acme"));
		assertThat(settled()).isEmpty();
	}

	private List<String> settled() {
		return this.jdbc.sql("select tenant from settlement order by tenant").query(String.class).list();
	}

}
