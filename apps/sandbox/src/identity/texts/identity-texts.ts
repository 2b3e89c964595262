import type { PersonNote } from "../people.ts";

/** Every word of the providers' pages. */
export interface IdentityTexts {
  testBand: string;
  chooseTitle: string;
  chooseIntro: string;
  otherEmail: string;
  otherEmailHint: string;
  born: string;
  noEmail: string;
  notes: Record<PersonNote, string>;
  cancel: string;
  signInTitle: string;
  userName: string;
  password: string;
  signIn: string;
  testUsers: string;
  /** The password follows. */
  testUsersIntro: string;
  faultsTitle: string;
  wrongUser: string;
  wrongEmail: string;
  refusedTitle: string;
  refusedText: string;
  endedTitle: string;
  endedText: string;
  questionTitle: string;
  questionText: string;
  signOut: string;
  signedOutTitle: string;
  signedOutText: string;
}
