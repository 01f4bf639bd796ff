package io.istos.autoconfigure;

import java.lang.annotation.Annotation;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

import javax.sql.DataSource;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.util.function.SingletonSupplier;

import io.istos.IstosDataSource;
import io.istos.IstosReservedDataSource;

/**
 * Chooses the ledger's {@code DataSource} among the application's: the one that is marked
 * {@link IstosDataSource}, else the only or the primary one. Chosen with the first use,
 * so that no bean is created earlier than the application would.
 */
public final class LedgerDataSource {

	private final ListableBeanFactory beans;

	private final ObjectProvider<DataSource> all;

	private final ObjectProvider<DataSource> marked;

	private final ObjectProvider<DataSource> reserved;

	private final SingletonSupplier<Optional<DataSource>> chosen = SingletonSupplier.of(this::choose);

	LedgerDataSource(ListableBeanFactory beans, ObjectProvider<DataSource> all, ObjectProvider<DataSource> marked,
			ObjectProvider<DataSource> reserved) {
		this.beans = beans;
		this.all = all;
		this.marked = marked;
		this.reserved = reserved;
	}

	/**
	 * The ledger's {@code DataSource}, as its transaction managers know it.
	 * @return the {@code DataSource}; start-up fails without one
	 */
	public DataSource required() {
		DataSource dataSource = find();
		if (dataSource == null) {
			throw new SetupException("Istos keeps its ledger in PostgreSQL, but there is no DataSource.",
					"Configure one (spring.datasource.url) that leads to PostgreSQL, or set istos.storage.type=memory "
							+ "for a single process that may forget everything with a restart.");
		}
		return dataSource;
	}

	/**
	 * The pool for Istos's own transactions, if the application supplies one.
	 * @return the {@code DataSource} that is marked {@link IstosReservedDataSource}
	 */
	public @Nullable DataSource reserved() {
		return single(this.reserved.stream().toList(), IstosReservedDataSource.class);
	}

	@Nullable DataSource find() {
		return this.chosen.obtain().orElse(null);
	}

	private Optional<DataSource> choose() {
		return Optional.ofNullable(markedOrSingle()).map(LedgerDataSource::unwrapTransactionAwareProxy);
	}

	private @Nullable DataSource markedOrSingle() {
		DataSource choice = single(this.marked.stream().toList(), IstosDataSource.class);
		if (choice != null) {
			return choice;
		}
		try {
			return this.all.getIfAvailable();
		}
		catch (NoUniqueBeanDefinitionException ex) {
			return chooseAmong(ex);
		}
	}

	private DataSource chooseAmong(NoUniqueBeanDefinitionException ex) {
		Collection<String> found = (ex.getBeanNamesFound() != null) ? ex.getBeanNamesFound() : List.of();
		List<String> names = found.stream().filter((name) -> !isMarked(name, IstosReservedDataSource.class)).toList();
		if (names.size() == 1) {
			return this.beans.getBean(names.get(0), DataSource.class);
		}
		throw new SetupException(
				"Istos can't tell which DataSource holds its ledger. Candidates: " + String.join(", ", names) + ".",
				"Mark one bean with @IstosDataSource, on its class or @Bean method, or make it @Primary.", ex);
	}

	private @Nullable DataSource single(List<DataSource> dataSources, Class<? extends Annotation> mark) {
		if (dataSources.size() > 1) {
			throw new SetupException(
					"More than one DataSource is marked @" + mark.getSimpleName() + ": "
							+ String.join(", ", namesMarked(mark)) + ".",
					"Leave the annotation on one of them. One ledger has one DataSource.");
		}
		return dataSources.isEmpty() ? null : dataSources.get(0);
	}

	private List<String> namesMarked(Class<? extends Annotation> mark) {
		return List.of(this.beans.getBeanNamesForType(DataSource.class))
			.stream()
			.filter((name) -> isMarked(name, mark))
			.toList();
	}

	private boolean isMarked(String name, Class<? extends Annotation> mark) {
		return this.beans.containsBean(name) && this.beans.findAnnotationOnBean(name, mark, false) != null;
	}

	/** Transaction managers do the same: they bind connections to its target. */
	private static DataSource unwrapTransactionAwareProxy(DataSource dataSource) {
		DataSource unwrapped = dataSource;
		while (unwrapped instanceof TransactionAwareDataSourceProxy proxy && proxy.getTargetDataSource() != null) {
			unwrapped = proxy.getTargetDataSource();
		}
		return unwrapped;
	}

}
