import type { Language } from "@guichet/contract/languages.ts";
import type { PersonNote } from "../people.ts";
import { ar } from "./ar.ts";
import { en } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";
import { it } from "./it.ts";

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

export const identityTexts: Record<Language, IdentityTexts> = { fr, en, ar, it, es };
