/** What a conversion could not express: the id of the article, product or row, and a sentence. */
export interface FareNote {
  id: string;
  message: string;
}
