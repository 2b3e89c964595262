/** Parameter of the return address of a customer who left the payment page without paying. */
export const leftPageParameter = "left";
