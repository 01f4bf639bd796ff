package io.istos.jackson;

import java.lang.reflect.Type;
import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Set;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.AbstractDeserializer;
import tools.jackson.databind.deser.SettableBeanProperty;
import tools.jackson.databind.deser.bean.BeanDeserializerBase;
import tools.jackson.databind.introspect.AnnotatedClass;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.jsontype.NamedType;
import tools.jackson.databind.jsontype.TypeDeserializer;

/**
 * Walks through all that a declared type can hold and refuses what could be written but
 * not read back. Asks the deserializers that will do the reading, so annotations and
 * modules count.
 */
final class ReplayableTypes {

	private static final String ABSTRACT = "is abstract and doesn't say which types there are. "
			+ "Seal it, name its subtypes with @JsonTypeInfo and @JsonSubTypes, or declare the type that is returned";

	private static final String VAGUE = "doesn't say what to read. Declare the type that is returned, "
			+ "with type arguments if it has any";

	private static final String KEY = "can't be read back. Use String, a number, an enum or a class "
			+ "with a constructor of one String, or return a List of entries";

	private final Type root;

	private final DeserializationContext context;

	private final Set<JavaType> seen = new HashSet<>();

	private final Set<JavaType> beans = new HashSet<>();

	private ReplayableTypes(Type root, DeserializationContext context) {
		this.root = root;
		this.context = context;
	}

	static void check(Type type, JsonMapper mapper) {
		ReplayableTypes types = new ReplayableTypes(type, mapper._deserializationContext());
		TypeVariables.first(type).ifPresent((variable) -> {
			throw types.refused("", "type variable " + variable,
					"stands for no type here. Declare the type that is returned");
		});
		types.visit(mapper.constructType(type), "");
	}

	private void visit(JavaType type, String path) {
		Class<?> raw = type.getRawClass();
		String refusal = Refusals.of(raw);
		if (refusal != null) {
			throw refused(path, name(type), refusal);
		}
		if (Refusals.isVague(raw)) {
			throw refused(path, name(type), VAGUE);
		}
		if (raw != void.class && raw != Void.class && this.seen.add(type)) {
			visitContent(type, path);
			visitValue(type, path);
		}
	}

	private void visitContent(JavaType type, String path) {
		if (type.isMapLikeType()) {
			visitKey(type.getKeyType(), path);
		}
		if (type.isReferenceType()) {
			visit(type.getReferencedType(), path);
		}
		else if (type.isContainerType()) {
			visit(type.getContentType(), path + (type.isMapLikeType() ? "[*]" : "[]"));
		}
	}

	private void visitKey(JavaType key, String path) {
		if (Refusals.isVague(key.getRawClass())) {
			throw refused(path, "map key " + name(key), VAGUE);
		}
		try {
			this.context.findKeyDeserializer(key, null);
		}
		catch (JacksonException ex) {
			throw refused(path, "map key " + name(key), KEY);
		}
	}

	private void visitValue(JavaType type, String path) {
		TypeDeserializer subtypes = this.context.findTypeDeserializer(type);
		if (subtypes != null) {
			visitSubtypes(type, subtypes.getTypeIdResolver().getMechanism(), path);
		}
		else {
			visitConcrete(type, path);
		}
	}

	private void visitSubtypes(JavaType type, JsonTypeInfo.Id mechanism, String path) {
		Set<String> names = new HashSet<>();
		for (NamedType subtype : subtypes(type)) {
			if (!type.getRawClass().isAssignableFrom(subtype.getType())) {
				// Annotations are inherited, and name the sisters, too.
				continue;
			}
			JavaType special = this.context.constructSpecializedType(type, subtype.getType());
			if (special.isConcrete()) {
				visitSubtype(special, nameOf(subtype), names, path);
			}
			else if (!special.hasRawClass(type.getRawClass()) && !Types.isSealed(special.getRawClass())) {
				throw refused(path, name(special), ABSTRACT);
			}
		}
		if (names.isEmpty() && mechanism == JsonTypeInfo.Id.NAME) {
			throw refused(path, name(type), ABSTRACT);
		}
	}

	private void visitSubtype(JavaType type, String name, Set<String> names, String path) {
		if (!names.add(name)) {
			throw refused(path, name(type),
					"has the name '" + name + "' of another subtype. Tell them apart with @JsonTypeName");
		}
		visitConcrete(type, path);
	}

	private Collection<NamedType> subtypes(JavaType type) {
		DeserializationConfig config = this.context.getConfig();
		AnnotatedClass annotations = this.context.introspectClassAnnotations(type);
		return config.getSubtypeResolver().collectAndResolveSubtypesByClass(config, annotations);
	}

	private void visitConcrete(JavaType type, String path) {
		ValueDeserializer<?> deserializer = deserializer(type, path);
		if (deserializer instanceof AbstractDeserializer) {
			throw refused(path, name(type), ABSTRACT);
		}
		if (deserializer instanceof BeanDeserializerBase bean && this.beans.add(type)) {
			visitBean(bean, path);
		}
	}

	private ValueDeserializer<?> deserializer(JavaType type, String path) {
		try {
			return this.context.findContextualValueDeserializer(type, null);
		}
		catch (JacksonException ex) {
			throw refused(path, name(type), "can't be read: " + ex.getOriginalMessage());
		}
	}

	private void visitBean(BeanDeserializerBase bean, String path) {
		if (!bean.getValueInstantiator().canInstantiate()) {
			throw refused(path, name(bean.getValueType()), "has no constructor that Jackson finds. "
					+ "Compile with -parameters and have one public constructor, or mark one with @JsonCreator");
		}
		visitDelegate(bean.getValueInstantiator().getDelegateType(this.context.getConfig()), path);
		visitDelegate(bean.getValueInstantiator().getArrayDelegateType(this.context.getConfig()), path);
		for (Iterator<SettableBeanProperty> properties = bean.properties(); properties.hasNext();) {
			SettableBeanProperty property = properties.next();
			if (!hasOwnDeserializer(property)) {
				visit(property.getType(), path.isEmpty() ? property.getName() : path + "." + property.getName());
			}
		}
	}

	private void visitDelegate(@Nullable JavaType delegate, String path) {
		if (delegate != null) {
			visit(delegate, path);
		}
	}

	private boolean hasOwnDeserializer(SettableBeanProperty property) {
		DeserializationConfig config = this.context.getConfig();
		AnnotatedMember member = property.getMember();
		return member != null && config.getAnnotationIntrospector().findDeserializer(config, member) != null;
	}

	private static String nameOf(NamedType subtype) {
		return subtype.hasName() ? subtype.getName() : Types.nameOf(subtype.getType());
	}

	private static String name(JavaType type) {
		return type.toCanonical();
	}

	private IllegalArgumentException refused(String path, String culprit, String reason) {
		String where = path.isEmpty() ? culprit : culprit + " at '" + path + "'";
		return new IllegalArgumentException(
				"A result of type " + this.root.getTypeName() + " can't be replayed: " + where + " " + reason);
	}

}
