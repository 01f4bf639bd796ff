package io.istos.jackson;

import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.jsontype.TypeSerializer;
import tools.jackson.databind.util.NameTransformer;

/**
 * Writes a value as the only property of an object, which tells what kind of value it is.
 */
final class Labelled extends ValueSerializer<Object> {

	private final String label;

	private final ValueSerializer<Object> delegate;

	@SuppressWarnings("unchecked")
	Labelled(String label, ValueSerializer<?> delegate) {
		this.label = label;
		this.delegate = (ValueSerializer<Object>) delegate;
	}

	@Override
	public void resolve(SerializationContext context) {
		this.delegate.resolve(context);
	}

	@Override
	public ValueSerializer<?> createContextual(SerializationContext context, BeanProperty property) {
		ValueSerializer<?> contextual = context.handleSecondaryContextualization(this.delegate, property);
		return (contextual == this.delegate) ? this : new Labelled(this.label, contextual);
	}

	@Override
	public void serialize(Object value, JsonGenerator generator, SerializationContext context) {
		generator.writeStartObject();
		generator.writeName(this.label);
		this.delegate.serialize(value, generator, context);
		generator.writeEndObject();
	}

	@Override
	public void serializeWithType(Object value, JsonGenerator generator, SerializationContext context,
			TypeSerializer typeSerializer) {
		this.delegate.serializeWithType(value, generator, context, typeSerializer);
	}

	@Override
	public ValueSerializer<Object> unwrappingSerializer(NameTransformer unwrapper) {
		return this.delegate.unwrappingSerializer(unwrapper);
	}

	@Override
	public boolean isEmpty(SerializationContext context, Object value) {
		return this.delegate.isEmpty(context, value);
	}

}
