package io.istos.jackson;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedClass;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;
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
		VisibilityChecker fields = Types.isPlatform(type.getRawType()) ? checker
				: checker.withFieldVisibility(Visibility.ANY);
		return super.findAutoDetectVisibility(config, type, fields);
	}

}
