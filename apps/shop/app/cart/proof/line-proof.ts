import { type ComponentType, createContext } from "react";

export interface LineProofProps {
  /** The article that asks for the proof. */
  item: string;
  /** The traveller of the line. */
  userId: string;
  /** Begins the ids of its fields: several lines may ask for the same proof. */
  scope: string;
  /** Called after a right was confirmed or a status declared: the cart is quoted again. */
  settled: () => void;
}

/** Parts of the cart about rights: the form that proves one in a line, and the notice once it is confirmed. */
interface ProofParts {
  LineProof: ComponentType<LineProofProps>;
  ConfirmedRight: ComponentType;
}

/** Loads the parts that the module `documents`, which knows the cart, supplies around the cart's route; null: there are none. */
export const ProofContext = createContext<(() => Promise<ProofParts>) | null>(null);
