package io.istos.advice;

import java.util.ArrayList;
import java.util.List;

/**
 * Rows of cells, written one below the other.
 */
final class AlignedLines {

	private static final String GAP = "  ";

	private AlignedLines() {
	}

	/**
	 * Pad the cells of each column to the same width.
	 * @param rows rows with the same number of cells
	 */
	static List<String> of(List<List<String>> rows) {
		List<Integer> widths = widths(rows);
		List<String> lines = new ArrayList<>();
		for (List<String> row : rows) {
			StringBuilder line = new StringBuilder();
			for (int i = 0; i < row.size(); i++) {
				int gap = (widths.get(i) > 0) ? GAP.length() : 0;
				line.append(row.get(i)).append(" ".repeat(widths.get(i) - row.get(i).length() + gap));
			}
			lines.add(line.toString().stripTrailing());
		}
		return lines;
	}

	private static List<Integer> widths(List<List<String>> rows) {
		List<Integer> widths = new ArrayList<>();
		for (List<String> row : rows) {
			for (int i = 0; i < row.size(); i++) {
				if (widths.size() <= i) {
					widths.add(0);
				}
				widths.set(i, Math.max(widths.get(i), row.get(i).length()));
			}
		}
		return widths;
	}

}
