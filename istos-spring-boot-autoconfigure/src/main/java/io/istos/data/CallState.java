package io.istos.data;

import org.springframework.core.convert.converter.Converter;
import org.springframework.data.convert.ReadingConverter;
import org.springframework.data.convert.WritingConverter;

/**
 * How far a call has come.
 */
public enum CallState {

	/**
	 * Whoever comes next executes it.
	 */
	FREE("F"),

	/**
	 * Somebody executes it, or did so and died: see its deadline.
	 */
	CLAIMED("C"),

	/**
	 * What became of it is unknown, and a person decides.
	 */
	HELD("H"),

	/**
	 * It has an outcome.
	 */
	DONE("D");

	private final String code;

	CallState(String code) {
		this.code = code;
	}

	@ReadingConverter
	enum Reading implements Converter<String, CallState> {

		INSTANCE;

		@Override
		public CallState convert(String code) {
			for (CallState state : CallState.values()) {
				if (state.code.equals(code)) {
					return state;
				}
			}
			throw new IllegalArgumentException("No state of a call is written '" + code + "'");
		}

	}

	@WritingConverter
	enum Writing implements Converter<CallState, String> {

		INSTANCE;

		@Override
		public String convert(CallState state) {
			return state.code;
		}

	}

}
