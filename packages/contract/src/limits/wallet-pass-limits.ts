/** Limits of tickets added to the wallet app of a phone. */

/** Passes that an account can request in an hour. */
export const passesPerAccountAndHour = 60;
/** Requests of all devices for one pass in an hour. */
export const deviceRequestsPerPassAndHour = 300;
/** Requests of all devices of a client address for their changed passes in an hour; phones of a mobile network share an address. */
export const passListsPerAddressAndHour = 1000;
/** Reports of faults by all devices of a client address in an hour. */
export const passLogsPerAddressAndHour = 60;
/** Passes in the answer to such a request; the device requests the following ones by its time. */
export const changedPassesMax = 500;
/** Days after the end of a ticket until which devices are notified of its changes. */
export const passNotifiedDays = 30;
/** Devices on which one ticket is kept up to date. */
export const devicesPerPassMax = 10;
/** Days before the expiry of a certificate from which operators are warned. */
export const certificateWarningDays = 30;
/** How long Apple or Google may take to answer. */
export const passServiceTimeoutMs = 8_000;
/** Maximum size of such an answer. */
export const passServiceAnswerMaxBytes = 256 * 1024;
/** Messages that a device reports at once, and characters of each that are logged. */
export const passLogMessagesMax = 20;
export const passLogMessageMax = 300;
