package io.istos.jackson;

import java.util.Set;

import tools.jackson.core.TreeNode;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.SerializationConfig;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.ser.ValueSerializerModifier;
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
		String refusal = Refusals.of(type);
		if (refusal != null) {
			return new Refused(refusal);
		}
		return isUnlabelledSubtype(config, description) ? new Labelled(Types.nameOf(type), serializer) : serializer;
	}

	@Override
	public ValueSerializer<?> modifyEnumSerializer(SerializationConfig config, JavaType type,
			BeanDescription.Supplier description, ValueSerializer<?> serializer) {
		return modifySerializer(config, description, serializer);
	}

	@Override
	public ValueSerializer<?> modifyKeySerializer(SerializationConfig config, JavaType type,
			BeanDescription.Supplier description, ValueSerializer<?> serializer) {
		Class<?> key = type.getRawClass();
		return (key.isInterface() || Types.hasOwnToString(key)) ? serializer
				: new Refused("is a map key without toString(), so it has no stable text");
	}

	private static boolean isUnlabelledSubtype(SerializationConfig config, BeanDescription.Supplier description) {
		Class<?> type = description.getBeanClass();
		return Types.isSubtype(type) && !TreeNode.class.isAssignableFrom(type) && config.getAnnotationIntrospector()
			.findPolymorphicTypeInfo(config, description.getClassInfo()) == null;
	}

}
