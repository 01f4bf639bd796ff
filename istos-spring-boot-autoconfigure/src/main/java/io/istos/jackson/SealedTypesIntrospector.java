package io.istos.jackson;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedClass;

/**
 * Names the subtype wherever a sealed type is declared, unless annotations do already.
 */
final class SealedTypesIntrospector extends FaithfulIntrospector {

	private static final long serialVersionUID = 1L;

	private static final JsonTypeInfo.Value BY_NAME = JsonTypeInfo.Value.construct(JsonTypeInfo.Id.NAME,
			JsonTypeInfo.As.PROPERTY, "@type", null, false, true);

	@Override
	public JsonTypeInfo.@Nullable Value findPolymorphicTypeInfo(MapperConfig<?> config, Annotated annotated) {
		JsonTypeInfo.Value declared = super.findPolymorphicTypeInfo(config, annotated);
		if (declared == null && annotated instanceof AnnotatedClass && Types.isSealed(annotated.getRawType())) {
			return BY_NAME;
		}
		return declared;
	}

}
