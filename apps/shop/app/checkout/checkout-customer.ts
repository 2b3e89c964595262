/** Who orders, as checkout shows them and asks them. */
export interface CheckoutCustomer {
  name: string;
  /** Where the invoice goes. */
  email: string;
  isGuest: boolean;
}
