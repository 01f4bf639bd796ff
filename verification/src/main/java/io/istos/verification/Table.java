package io.istos.verification;

import java.util.ArrayList;
import java.util.List;

/**
 * A small table for the console.
 */
public final class Table {

	private final List<String[]> rows = new ArrayList<>();

	public Table(String... header) {
		this.rows.add(header);
	}

	/**
	 * Add a row.
	 * @param cells the cells, numbers among them
	 * @return this
	 */
	public Table row(Object... cells) {
		String[] row = new String[cells.length];
		for (int i = 0; i < cells.length; i++) {
			row[i] = String.valueOf(cells[i]);
		}
		this.rows.add(row);
		return this;
	}

	public void print() {
		System.out.println(this);
	}

	@Override
	public String toString() {
		int[] widths = new int[this.rows.get(0).length];
		for (String[] row : this.rows) {
			for (int i = 0; i < row.length; i++) {
				widths[i] = Math.max(widths[i], row[i].length());
			}
		}
		StringBuilder text = new StringBuilder();
		for (String[] row : this.rows) {
			for (int i = 0; i < row.length; i++) {
				String pad = " ".repeat(widths[i] - row[i].length());
				text.append((i == 0) ? row[i] + pad : "  " + pad + row[i]);
			}
			text.append(System.lineSeparator());
		}
		return text.toString();
	}

}
