package io.istos.storage.postgres;

import org.jspecify.annotations.Nullable;

/**
 * Writes the one JSON parameter of a batch: an array parameter for every column would be
 * planned anew with every call.
 */
final class Json {

	private final StringBuilder text = new StringBuilder("[");

	void beginObject() {
		this.text.append((this.text.length() == 1) ? "{" : ",{");
	}

	void endObject() {
		this.text.append('}');
	}

	void field(String name, @Nullable Object value) {
		if (value == null) {
			return;
		}
		if (this.text.charAt(this.text.length() - 1) != '{') {
			this.text.append(',');
		}
		this.text.append('"').append(name).append("\":");
		if (value instanceof Number || value instanceof Boolean) {
			this.text.append(value);
		}
		else {
			string(value.toString());
		}
	}

	private void string(String value) {
		this.text.append('"');
		for (int i = 0; i < value.length(); i++) {
			char c = value.charAt(i);
			if (c == '"' || c == '\\') {
				this.text.append('\\').append(c);
			}
			else if (c < ' ') {
				this.text.append(String.format("\\u%04x", (int) c));
			}
			else {
				this.text.append(c);
			}
		}
		this.text.append('"');
	}

	@Override
	public String toString() {
		return this.text + "]";
	}

}
