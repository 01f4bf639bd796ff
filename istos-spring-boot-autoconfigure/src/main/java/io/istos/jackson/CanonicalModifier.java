package io.istos.jackson;

import java.util.Set;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.TreeNode;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.SerializationConfig;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.ser.ValueSerializerModifier;
import tools.jackson.databind.ser.bean.BeanSerializerBase;
import tools.jackson.databind.ser.impl.UnknownSerializer;
import tools.jackson.databind.type.CollectionType;

/**
 * Keeps apart what plain JSON confuses: sets and lists, and subtypes with equal
 * properties.
 */
final class CanonicalModifier extends ValueSerializerModifier {

	/**
	 * Labels a set. No property of an application is named like this.
	 */
	static final String SET = "\0set";

	private static final long serialVersionUID = 1L;

	@Override
	public ValueSerializer<?> modifyCollectionSerializer(SerializationConfig config, CollectionType type,
			BeanDescription.Supplier description, ValueSerializer<?> serializer) {
		return type.isTypeOrSubTypeOf(Set.class) ? new Labelled(SET, serializer) : serializer;
	}

	@Override
	public ValueSerializer<?> modifySerializer(SerializationConfig config, BeanDescription.Supplier description,
			ValueSerializer<?> serializer) {
		Class<?> type = description.getBeanClass();
		String refusal = refusal(type, serializer);
		if (refusal != null) {
			return new Refused(refusal);
		}
		return isSubtype(type) ? new Labelled(Types.nameOf(type), serializer) : serializer;
	}

	@Override
	public ValueSerializer<?> modifyKeySerializer(SerializationConfig config, JavaType type,
			BeanDescription.Supplier description, ValueSerializer<?> serializer) {
		Class<?> key = type.getRawClass();
		return (key == Object.class || key.isInterface() || Types.hasOwnToString(key)) ? serializer
				: new Refused("is a map key without toString(), so it has no stable text");
	}

	// Getters tell neither lambdas nor threads apart, and no stack trace comes twice.
	private static @Nullable String refusal(Class<?> type, ValueSerializer<?> serializer) {
		boolean byGetters = serializer instanceof BeanSerializerBase || serializer instanceof UnknownSerializer;
		if (type.isHidden() || Throwable.class.isAssignableFrom(type) || (byGetters && Types.isPlatform(type))) {
			return "has no JSON form";
		}
		return Refusals.of(type);
	}

	private static boolean isSubtype(Class<?> type) {
		return Types.isSubtype(type) && !TreeNode.class.isAssignableFrom(type);
	}

}
