/** Of a field of the form of a pixel, whose faults show once it was left. */
export type PixelField = { name: string; faults: readonly string[]; onLeave: () => void };
