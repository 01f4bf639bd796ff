package io.istos.jackson;

import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;

/**
 * Stands in for the serializer of a type that must not be written: to write an iterator
 * would use it up.
 */
final class Refused extends ValueSerializer<Object> {

	private final String reason;

	Refused(String reason) {
		this.reason = reason;
	}

	@Override
	public void serialize(Object value, JsonGenerator generator, SerializationContext context) {
		Class<?> type = value.getClass();
		context.reportBadDefinition(type, type.getTypeName() + " " + this.reason);
	}

}
