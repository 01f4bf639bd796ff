package io.istos.jackson;

import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedClass;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;
import tools.jackson.databind.introspect.PotentialCreator;
import tools.jackson.databind.introspect.VisibilityChecker;

/**
 * Reads the annotations that say what a value is, and overlooks those that say how a web
 * client wants to see it: a pattern that cuts the seconds off, or an empty list left out,
 * would not read back as an equal value.
 */
class FaithfulIntrospector extends JacksonAnnotationIntrospector {

	private static final long serialVersionUID = 1L;

	@Override
	public JsonFormat.@Nullable Value findFormat(MapperConfig<?> config, Annotated annotated) {
		return null;
	}

	@Override
	public JsonInclude.Value findPropertyInclusion(MapperConfig<?> config, Annotated annotated) {
		return JsonInclude.Value.empty();
	}

	// Private state without a getter is part of the value, too.
	@Override
	public VisibilityChecker findAutoDetectVisibility(MapperConfig<?> config, AnnotatedClass type,
			VisibilityChecker checker) {
		VisibilityChecker state = Types.isPlatform(type.getRawType()) ? checker
				: checker.withFieldVisibility(Visibility.ANY);
		return super.findAutoDetectVisibility(config, type, state);
	}

	// Jackson takes one parameter for a delegate, and gives up with several constructors.
	@Override
	public @Nullable PotentialCreator findPreferredCreator(MapperConfig<?> config, AnnotatedClass type,
			List<PotentialCreator> constructors, List<PotentialCreator> factories,
			Optional<PotentialCreator> zeroParameters) {
		PotentialCreator annotated = super.findPreferredCreator(config, type, constructors, factories, zeroParameters);
		if (annotated != null || zeroParameters.isPresent() || Types.isPlatform(type.getRawType())) {
			return annotated;
		}
		Set<String> fields = new HashSet<>();
		type.fields().forEach((field) -> fields.add(field.getName()));
		return constructors.stream()
			.filter((constructor) -> fields.containsAll(parameters(constructor.introspectParamNames(config))))
			.max(Comparator.comparingInt(PotentialCreator::paramCount))
			.orElse(null);
	}

	private static Set<String> parameters(PotentialCreator constructor) {
		return IntStream.range(0, constructor.paramCount())
			.mapToObj((index) -> Objects.requireNonNullElse(constructor.implicitNameSimple(index), ""))
			.collect(Collectors.toSet());
	}

}
