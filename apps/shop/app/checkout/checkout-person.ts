/** Who orders, as checkout shows them and asks them. */
export interface CheckoutPerson {
  name: string;
  /** Where the invoice goes. */
  email: string;
  isGuest: boolean;
}
