/** Name of the performance mark set when the page becomes interactive. */
export const usableMark = "usable";
