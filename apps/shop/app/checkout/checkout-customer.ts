/** The customer of an order, as shown and requested in checkout. */
export interface CheckoutCustomer {
  name: string;
  /** E-mail address for the invoice. */
  email: string;
  isGuest: boolean;
}
