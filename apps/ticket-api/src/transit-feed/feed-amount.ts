export { currencyDigits as digitsOf } from "@guichet/texts/money-format.ts";

/** Minor units of a decimal such as `2.5`, also below 0; undefined if it is none, or has more digits than the currency. */
export function minorUnits(decimal: string, digits: number): number | undefined {
  const [, sign, whole, fraction = ""] = /^(-?)(\d{1,7})(?:\.(\d{1,6}))?$/.exec(decimal) ?? [];
  if (whole === undefined || /[1-9]/.test(fraction.slice(digits))) return undefined;
  const amount = Number(whole + fraction.slice(0, digits).padEnd(digits, "0"));
  return sign === "-" && amount !== 0 ? -amount : amount;
}

/** The decimal of an amount in minor units, with every digit of its currency. */
export function decimalOf(amount: number, digits: number): string {
  const all = String(Math.abs(amount)).padStart(digits + 1, "0");
  const point = all.length - digits;
  return `${amount < 0 ? "-" : ""}${all.slice(0, point)}${digits === 0 ? "" : `.${all.slice(point)}`}`;
}
