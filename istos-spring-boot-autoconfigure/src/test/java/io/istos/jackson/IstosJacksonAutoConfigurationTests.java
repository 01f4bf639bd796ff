package io.istos.jackson;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import io.istos.ResultCodec;
import io.istos.UnstorableResultException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.Mockito.mock;

class IstosJacksonAutoConfigurationTests {

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(IstosJacksonAutoConfiguration.class));

	@Test
	void bringsACodec() {
		this.runner.run((context) -> assertThat(context).hasSingleBean(JacksonResultCodec.class)
			.hasBean("istosResultCodec")
			.doesNotHaveBean(JsonMapper.class));
	}

	@Test
	void isListed() {
		assertThat(ImportCandidates.load(AutoConfiguration.class, getClass().getClassLoader()))
			.contains(IstosJacksonAutoConfiguration.class.getName());
	}

	@Test
	void storesAMegabyteByDefault() {
		this.runner.run((context) -> {
			ResultCodec codec = context.getBean(ResultCodec.class);
			codec.encode("x".repeat((1 << 20) - 2), String.class);
			assertThatExceptionOfType(UnstorableResultException.class)
				.isThrownBy(() -> codec.encode("x".repeat(1 << 20), String.class));
		});
	}

	@Test
	void theLimitIsAProperty() {
		this.runner.withPropertyValues("istos.results.max-size=10B")
			.run((context) -> assertThatExceptionOfType(UnstorableResultException.class)
				.isThrownBy(() -> context.getBean(ResultCodec.class).encode("more than ten", String.class))
				.withMessageContaining("the limit is 10"));
	}

	@Test
	void aCodecOfTheApplicationReplacesIt() {
		this.runner.withBean("mine", ResultCodec.class, () -> mock(ResultCodec.class))
			.run((context) -> assertThat(context).hasSingleBean(ResultCodec.class).hasBean("mine"));
	}

	@Test
	void backsOffWithoutJackson() {
		this.runner.withClassLoader(new FilteredClassLoader(JsonMapper.class))
			.run((context) -> assertThat(context).doesNotHaveBean(ResultCodec.class));
	}

	@Test
	void backsOffWhenIstosIsDisabled() {
		this.runner.withPropertyValues("istos.enabled=false")
			.run((context) -> assertThat(context).doesNotHaveBean(ResultCodec.class));
	}

}
