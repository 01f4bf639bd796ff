package io.istos;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.CompositeArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import org.jspecify.annotations.NullMarked;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.properties.ConfigurationProperties;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

/**
 * The arrows between the packages.
 */
@AnalyzeClasses(packages = "io.istos", importOptions = DoNotIncludeTests.class)
final class ArchitectureTests {

	private static final String API = "io.istos";

	private static final String STORAGE = "io.istos.storage";

	private static final String TRANSACTION = "io.istos.transaction..";

	private static final String ENGINE = "io.istos.engine..";

	private static final String COORDINATION = "io.istos.coordination..";

	private static final String ADMIN = "io.istos.admin..";

	private static final String ADVICE = "io.istos.advice..";

	private static final String AUTOCONFIGURE = "io.istos.autoconfigure..";

	private static final String[] TRUNK = { API, STORAGE, TRANSACTION, ENGINE, COORDINATION, ADMIN, ADVICE,
			AUTOCONFIGURE };

	@ArchTest
	static final ArchRule apiNamesNoOtherPackage = only(API);

	@ArchTest
	static final ArchRule storagePort = only(STORAGE, API);

	@ArchTest
	static final ArchRule transaction = only(TRANSACTION, API, STORAGE);

	@ArchTest
	static final ArchRule engine = only(ENGINE, API, STORAGE, TRANSACTION);

	@ArchTest
	static final ArchRule coordination = only(COORDINATION, API, STORAGE, TRANSACTION, ENGINE).allowEmptyShould(true);

	@ArchTest
	static final ArchRule admin = only(ADMIN, API, STORAGE, ENGINE);

	@ArchTest
	static final ArchRule advice = only(ADVICE, API, STORAGE, TRANSACTION, ENGINE).allowEmptyShould(true);

	@ArchTest
	static final ArchRule trunkNamesNeitherAdapterNorLeaf = only(AUTOCONFIGURE, TRUNK).allowEmptyShould(true);

	@ArchTest
	static final ArchRule postgresAdapter = adapter("io.istos.storage.postgres..");

	@ArchTest
	static final ArchRule memoryAdapter = adapter("io.istos.storage.memory..");

	/** Each leaf is optional, so it can count on the trunk alone. */
	@ArchTest
	static final ArchRule leavesNameOnlyTheTrunk = slices().assignedFrom(new Leaves()).should().notDependOnEachOther();

	@ArchTest
	static final ArchRule noPackageCycles = slices().assignedFrom(new Packages()).should().beFreeOfCycles();

	@ArchTest
	static final ArchRule protocolKnowsNoFramework = noClasses().that()
		.resideInAnyPackage(API, STORAGE, TRANSACTION, ENGINE)
		.should()
		.dependOnClassesThat()
		.resideInAnyPackage("org.springframework.boot..", "org.springframework.aop..", "org.aopalliance..",
				"org.aspectj..", "tools.jackson..", "com.fasterxml.jackson..", "io.micrometer..");

	@ArchTest
	static final ArchRule autoConfigurationsAreClosed = classes().that()
		.areAnnotatedWith(AutoConfiguration.class)
		.should()
		.haveModifier(JavaModifier.FINAL)
		.andShould(new HaveNoPublicMembers());

	@ArchTest
	static final ArchRule everyPackageIsNullMarked = classes().should(new ResideInANullMarkedPackage());

	private ArchitectureTests() {
	}

	private static ArchRule only(String origin, String... targets) {
		return noClasses().that()
			.resideInAPackage(origin)
			.should()
			.dependOnClassesThat(resideInAPackage("io.istos..")
				.and(DescribedPredicate.not(resideInAnyPackage(targets).or(resideInAPackage(origin)))));
	}

	/** An adapter brings its own wiring: that alone may name the trunk's. */
	private static ArchRule adapter(String origin) {
		DescribedPredicate<JavaClass> wiring = DescribedPredicate.describe("are wiring",
				(type) -> type.isAnnotatedWith(AutoConfiguration.class)
						|| type.isAnnotatedWith(ConfigurationProperties.class));
		DescribedPredicate<JavaClass> here = resideInAPackage(origin);
		return CompositeArchRule
			.of(onlyFrom(here.and(DescribedPredicate.not(wiring)), resideInAnyPackage(API, STORAGE, origin)))
			.and(onlyFrom(here.and(wiring), resideInAnyPackage(API, STORAGE, origin, AUTOCONFIGURE)));
	}

	private static ArchRule onlyFrom(DescribedPredicate<JavaClass> origin, DescribedPredicate<JavaClass> targets) {
		return noClasses().that(origin)
			.should()
			.dependOnClassesThat(resideInAPackage("io.istos..").and(DescribedPredicate.not(targets)));
	}

	/** Every package that is not trunk, adapters included. */
	private static final class Leaves implements SliceAssignment {

		@Override
		public SliceIdentifier getIdentifierOf(JavaClass type) {
			boolean leaf = resideInAPackage("io.istos..").test(type) && !resideInAnyPackage(TRUNK).test(type);
			return leaf ? SliceIdentifier.of(type.getPackageName()) : SliceIdentifier.ignore();
		}

		@Override
		public String getDescription() {
			return "leaves";
		}

	}

	private static final class Packages implements SliceAssignment {

		@Override
		public SliceIdentifier getIdentifierOf(JavaClass type) {
			return SliceIdentifier.of(type.getPackageName());
		}

		@Override
		public String getDescription() {
			return "packages";
		}

	}

	private static final class HaveNoPublicMembers extends ArchCondition<JavaClass> {

		HaveNoPublicMembers() {
			super("have no public members");
		}

		@Override
		public void check(JavaClass type, ConditionEvents events) {
			for (JavaMember member : type.getMembers()) {
				if (member.getModifiers().contains(JavaModifier.PUBLIC) && !isImplicit(member)) {
					events.add(SimpleConditionEvent.violated(type, member.getDescription() + " is public"));
				}
			}
		}

		/** The constructor that nobody wrote is as public as its class. */
		private boolean isImplicit(JavaMember member) {
			return member.getFullName().endsWith(".<init>()");
		}

	}

	private static final class ResideInANullMarkedPackage extends ArchCondition<JavaClass> {

		ResideInANullMarkedPackage() {
			super("reside in a package that is @NullMarked");
		}

		@Override
		public void check(JavaClass type, ConditionEvents events) {
			JavaPackage home = type.getPackage();
			if (!home.isAnnotatedWith(NullMarked.class)) {
				events.add(SimpleConditionEvent.violated(type,
						home.getName() + " of " + type.getName() + " is not @NullMarked"));
			}
		}

	}

}
