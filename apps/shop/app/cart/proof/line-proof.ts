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

/**
 * Renders where a line's right is proved, in the cart itself. The module `documents`, which knows the cart, supplies the component
 * around the cart's route; null: the cart only links to the documents.
 */
export const LineProofContext = createContext<ComponentType<LineProofProps> | null>(null);
