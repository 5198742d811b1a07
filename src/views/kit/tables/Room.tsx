/** The height of a row until rows are measured, in pixels. */
export const usualHeight = 32;

/** The room of rows that are not drawn, in tables, grids and cards alike. */
export function Room({ height, columns }: { height: number; columns: number }) {
  const style = { display: 'block', gridColumn: '1 / -1', height, padding: 0, border: 0 };
  if (height <= 0) return null;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: it is empty, and takes no keyboard
    <tr aria-hidden="true" className="rows-room">
      <td colSpan={columns} style={style} />
    </tr>
  );
}
