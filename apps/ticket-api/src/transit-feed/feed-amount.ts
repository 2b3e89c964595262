/** Minor units of a decimal such as `2.5`, also below 0; undefined if it is none, or has more digits than the currency. */
export function minorUnits(decimal: string, digits: number): number | undefined {
  const [, sign, whole, fraction = ""] = /^(-?)(\d{1,7})(?:\.(\d{1,6}))?$/.exec(decimal) ?? [];
  if (whole === undefined || /[1-9]/.test(fraction.slice(digits))) return undefined;
  const amount = Number(whole + fraction.slice(0, digits).padEnd(digits, "0"));
  return sign === "-" && amount !== 0 ? -amount : amount;
}
