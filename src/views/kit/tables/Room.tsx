/** The height of a row until rows are measured, in pixels. */
export const usualHeight = 32;

/** All columns, where the table is a grid, without the lines and the room that style sheets give rows. */
export const acrossColumns = { gridColumn: '1 / -1', padding: 0, border: 0 };

/** The room of rows that are not drawn, in tables, grids and cards alike. */
export function Room({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: it is empty, and takes no keyboard
    <tr aria-hidden="true" className="rows-room" style={acrossColumns}>
      <td colSpan={columns} style={{ ...acrossColumns, display: 'block', height }} />
    </tr>
  );
}
