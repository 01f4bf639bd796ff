package io.istos.autoconfigure;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaConstructorCall;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import org.junit.jupiter.api.Test;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.core.ResolvableType;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.core.io.support.SpringFactoriesLoader.FailureHandler;
import org.springframework.util.ClassUtils;

import io.istos.IstosException;
import io.istos.storage.StorageSetupException;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What can be thrown at start-up has a problem, a remedy, and an analyzer that shows
 * both.
 */
class FailureAnalyzersTests {

	private static final JavaClasses CLASSES = new ClassFileImporter().withImportOption(new DoNotIncludeTests())
		.importPackages("io.istos");

	/**
	 * What is called while beans are built, besides the packages that do nothing else.
	 */
	private static final Set<String> EARLY = Set.of("DurableOperations", "DurableOptions", "OptionRules",
			"OperationSpec", "EngineSettings", "CallKeys", "FailureRules", "LeaseOptions", "ScopeLeases",
			"PostgresSettings", "PostgresStoragePlugin", "ReservedPool", "SchemaInitializer", "SchemaLook");

	/**
	 * At calls, or where the caller turns it into a refusal, or where it can't be.
	 */
	private static final Set<String> PLAIN = Set.of("AdviceInterceptor", "DurableBodyInterceptor", "TextAttributes",
			"JacksonResultCodec", "ReplayableTypes", "Types");

	@Test
	void everyExceptionOfTheStartUpHasAnAnalyzer() {
		Set<String> analyzed = new HashSet<>();
		for (String name : SpringFactoriesLoader.forDefaultResourceLocation()
			.load(FailureAnalyzer.class, FailureHandler.handleMessage((message, cause) -> {
			}))
			.stream()
			.map((analyzer) -> analyzer.getClass().getName())
			.filter((name) -> name.startsWith("io.istos."))
			.toList()) {
			Class<?> analyzer = ClassUtils.resolveClassName(name, null);
			analyzed.add(ResolvableType.forClass(analyzer)
				.as(AbstractFailureAnalyzer.class)
				.getGeneric()
				.resolve(Object.class)
				.getName());
		}
		List<JavaClass> thrown = CLASSES.stream()
			.filter((type) -> type.isAssignableTo(Throwable.class))
			.filter((type) -> !type.isNestedClass())
			.filter((type) -> !type.isAssignableTo(IstosException.class)
					|| type.isEquivalentTo(StorageSetupException.class))
			.toList();
		assertThat(thrown).hasSizeGreaterThan(4)
			.allSatisfy((type) -> assertThat(analyzed).as("analyzers").contains(type.getName()));
	}

	@Test
	void plainExceptionsAreNotThrownAtStartUp() {
		assertThat(CLASSES.stream()
			.filter(FailureAnalyzersTests::isEarly)
			.flatMap((type) -> type.getConstructorCallsFromSelf().stream())
			.filter(FailureAnalyzersTests::isPlain)
			.map((call) -> call.getOriginOwner().getSimpleName())
			.filter((name) -> !PLAIN.contains(name))
			.distinct()).isEmpty();
	}

	private static boolean isEarly(JavaClass type) {
		return EARLY.contains(type.getSimpleName())
				|| Set.of("io.istos.advice", "io.istos.autoconfigure", "io.istos.jackson")
					.contains(type.getPackageName());
	}

	private static boolean isPlain(JavaConstructorCall call) {
		boolean superCall = call.getOriginOwner().isAssignableTo(Throwable.class);
		return !superCall && (call.getTargetOwner().isEquivalentTo(IllegalArgumentException.class)
				|| call.getTargetOwner().isEquivalentTo(IllegalStateException.class));
	}

}
