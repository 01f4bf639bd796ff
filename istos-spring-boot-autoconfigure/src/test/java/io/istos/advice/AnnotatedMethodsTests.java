package io.istos.advice;

import java.io.Closeable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.Method;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import jakarta.annotation.PostConstruct;
import org.junit.jupiter.api.Test;

import org.springframework.aop.framework.ProxyFactory;
import org.springframework.beans.factory.BeanNameAware;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.core.annotation.AliasFor;
import org.springframework.util.ReflectionUtils;

import io.istos.Durable;

import static org.assertj.core.api.Assertions.assertThat;

final class AnnotatedMethodsTests {

	private final AnnotatedMethods annotations = new AnnotatedMethods(AdviceKind.DURABLE);

	@Test
	void foundOnMethod() {
		assertThat(durable(OnMethod.class)).containsExactly("run");
	}

	@Test
	void foundOnSuperMethod() {
		assertThat(durable(Overriding.class)).containsExactly("run");
	}

	@Test
	void foundOnInterfaceMethod() {
		assertThat(durable(Implementing.class)).containsExactly("handle");
	}

	@Test
	void foundOnGenericInterfaceMethodAsTheMethodNotItsBridge() {
		Method found = this.annotations.methods(Implementing.class).keySet().iterator().next();
		assertThat(found.isBridge()).isFalse();
		assertThat(found.getParameterTypes()).containsExactly(String.class);
	}

	@Test
	void matchesTheInterfaceMethodAndTheBridge() {
		Method onInterface = ReflectionUtils.findMethod(Handler.class, "handle", Object.class);
		Method bridge = ReflectionUtils.findMethod(Implementing.class, "handle", Object.class);
		assertThat(bridge.isBridge()).isTrue();
		assertThat(this.annotations.contains(onInterface, Implementing.class)).isTrue();
		assertThat(this.annotations.contains(bridge, Implementing.class)).isTrue();
	}

	@Test
	void foundOnClassForItsPublicMethods() {
		assertThat(durable(OnClass.class)).containsExactly("first", "second");
	}

	@Test
	void foundOnSuperClassForMethodsOfTheSubclassToo() {
		assertThat(durable(Subclass.class)).containsExactly("first", "second", "third");
	}

	@Test
	void foundOnInterfaceForItsMethodsAlone() {
		assertThat(durable(ImplementingMarked.class)).containsExactly("marked");
	}

	@Test
	void methodCountsBeforeClass() {
		assertThat(this.annotations.methods(Both.class).values().iterator().next().annotation().getString("key"))
			.isEqualTo("'m'");
	}

	@Test
	void foundThroughComposedAnnotation() {
		assertThat(durable(Composed.class)).containsExactly("run");
		assertThat(this.annotations.methods(Composed.class).values().iterator().next().annotation().getString("key"))
			.isEqualTo("#id");
	}

	@Test
	void classAnnotationSkipsWhatTheContainerCalls() {
		assertThat(durable(Lifecycle.class)).containsExactly("run");
	}

	@Test
	void classAnnotationSkipsObjectMethods() {
		assertThat(durable(WithObjectMethods.class)).containsExactly("run");
	}

	@Test
	void foundThroughClassBasedProxyClass() {
		ProxyFactory factory = new ProxyFactory(new OnMethod());
		factory.setProxyTargetClass(true);
		assertThat(durable(factory.getProxy().getClass())).containsExactly("run");
	}

	@Test
	void privateMethodIsFound() {
		assertThat(durable(Private.class)).containsExactly("run");
	}

	private Set<String> durable(Class<?> type) {
		return this.annotations.methods(type)
			.keySet()
			.stream()
			.map(Method::getName)
			.collect(Collectors.toCollection(TreeSet::new));
	}

	static class OnMethod {

		@Durable(key = "'k'")
		void run() {
		}

		void other() {
		}

	}

	static class Overriding extends OnMethod {

		@Override
		void run() {
		}

	}

	interface Handler<T> {

		@Durable(key = "'k'")
		void handle(T value);

	}

	static class Implementing implements Handler<String> {

		@Override
		public void handle(String value) {
		}

	}

	@Durable(key = "'k'")
	public static class OnClass {

		public void first() {
		}

		public void second() {
		}

		void notPublic() {
		}

		public static void fixed() {
		}

	}

	public static class Subclass extends OnClass {

		@Override
		public void first() {
		}

		public void third() {
		}

	}

	@Durable(key = "'k'")
	interface Marked {

		void marked();

	}

	public static class ImplementingMarked implements Marked {

		@Override
		public void marked() {
		}

		public void unmarked() {
		}

	}

	@Durable(key = "'c'")
	public static class Both {

		@Durable(key = "'m'")
		public void run() {
		}

	}

	@Retention(RetentionPolicy.RUNTIME)
	@Durable
	@interface Command {

		@AliasFor(annotation = Durable.class, attribute = "key")
		String by();

	}

	static class Composed {

		@Command(by = "#id")
		void run(String id) {
		}

	}

	@Durable(key = "'k'")
	public static class Lifecycle implements InitializingBean, Closeable, BeanNameAware {

		@Override
		public void setBeanName(String name) {
		}

		@Override
		public void afterPropertiesSet() {
		}

		@PostConstruct
		public void start() {
		}

		public void run() {
		}

		@Override
		public void close() {
		}

	}

	@Durable(key = "'k'")
	public static class WithObjectMethods {

		public void run() {
		}

		@Override
		public boolean equals(Object other) {
			return other == this;
		}

		@Override
		public int hashCode() {
			return 1;
		}

		@Override
		public String toString() {
			return "text";
		}

	}

	static class Private {

		@Durable(key = "'k'")
		private void run() {
		}

	}

}
