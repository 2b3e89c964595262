/** Runs checks: what an older one finds is not shown once a newer one has begun, and only the newest ends the busy state. */
export function checkRuns(onBusy: (isBusy: boolean) => void) {
  let newest = 0;
  /** `ifNewest` acts only as long as no newer check has begun. */
  return async (work: (ifNewest: (act: () => void) => void) => Promise<void>): Promise<void> => {
    newest += 1;
    const own = newest;
    onBusy(true);
    try {
      await work((act) => {
        if (own === newest) act();
      });
    } finally {
      if (own === newest) onBusy(false);
    }
  };
}
