/** The numbers of the business, each once, with its section of the specification. */

/** Version of the client as it presents itself (`originAgent`, §9). */
export const clientVersion = "1.9.7";
export const originAgent = `eshop/${clientVersion}`;

export const passwordMinLength = 12; // §5
export const passwordMaxLength = 128;
export const nameMinLength = 2; // §5
export const nameMaxLength = 80;
export const voucherMinLength = 4; // §5
/** Characters of the name that a customer gives to a kept way to pay. */
export const nicknameMaxLength = 30;
export const voucherMaxLength = 40;
export const adultAgeYears = 18; // §9
export const deletionWithdrawalDays = 30; // §4
/** A letter reminds so long before the erasure. */
export const deletionReminderDays = 7;
/** The code by which somebody without a session asks for deletion. */
export const deletionCodeHours = 24;
/** A guest's order is kept so long, a guest who never bought so long (decision 044). */
export const guestOrderYears = 3;
export const unusedGuestDays = 30;
/** E-mails that were sent are kept so long: past the notice of a yearly renewal and the period that it was for. */
export const emailRetentionDays = 400;
/** A sign-in that never opened an account. */
export const unusedLoginDays = 30;
/** Invoices of people who are gone stay so long after the end of their financial year (the calendar's). */
export const invoiceArchiveYears = 10;
/** Mandates of people who are gone stay so long after their last debit. */
export const mandateArchiveMonths = 13;
export const dataExportsPerDay = 5;
export const collectReadyMinHours = 48; // §1
export const collectReadyMaxHours = 72;
/** Slots are shown for so many days, the day on which an order is ready included. */
export const collectShownDays = 14;
export const startSlotMinutes = 15; // §9
export const defaultTimeZone = "Europe/Paris"; // §9
export const defaultCurrency = "EUR"; // §9
export const cardNumberGroup = 4; // §9

export const userTokenDays = 30;
/** A customer's session ends so long after the sign-in that opened it, however it is used or renewed (decision 115). */
export const userSessionDays = 180;
/** A session that is used slides, but is written at most this often. */
export const sessionSlideMinutes = 60;
/** How many sessions of an account are listed. */
export const sessionsListedMax = 100;
export const idTokenMinutes = 60;
export const idempotencyHours = 24;
export const idempotencyWaitMs = 10_000;
/** How often a Ticket API process writes its heartbeat. */
export const heartbeatMs = 500;
/**
 * A process whose last heartbeat is older is dead, and others take over what it held: four heartbeats missed, and a
 * customer who repeats a call that a kill interrupted is answered within 3 seconds (decision 088).
 */
export const heartbeatDeadMs = 2_000;
/** A process begins nothing on a heartbeat older than this: what it claims must still be its own when it gets to the database. */
export const heartbeatFreshMs = 1_500;
export const acknowledgeWaitMs = 10_000;
export const orderUnpaidMinutes = 30;
/**
 * Orders that wait for their payment and keep a place in a slot or uses of a limited voucher from others (decision 090): of one
 * account or guest session, of one client address, and of one address for the same agency or voucher.
 */
export const unpaidHoldsPerAccountMax = 3;
export const unpaidHoldsPerAddressMax = 20;
export const unpaidHoldsPerAddressAndThingMax = 10;
/** The provider's session ends this long before the order does. */
export const paymentSessionMarginMinutes = 5;
export const signatureSkewSeconds = 300;
export const pageSize = 20;
export const pageSizeMax = 100;

export const verificationResendSeconds = 60;
export const verificationPerDay = 5;
/** E-mails of one kind, with a code or at no cost, that a mailbox gets, whoever causes them; after that one an hour. */
export const codeEmailsPerRecipientAndHour = 10;
export const codeEmailsPerRecipientAndDay = 20;
export const verificationCodeHours = 24;
/** Letters and digits of the code that is typed to confirm an address, and how often it may be wrong. */
export const typedCodeLength = 8;
export const wrongTypedCodesPerHour = 10;
export const resetCodeHours = 1;
/** Of one pair of account and client address; a known browser has as many of its own. */
export const failedSignInsPerAccount = 5;
/** Over all addresses so many at one account are free; each further one waits a second longer, up to the longest wait. */
export const failedSignInsFree = 10;
export const slowedAttemptSecondsMax = 30;
export const failedSignInsPerAddress = 50;
export const failedSignInWindowMinutes = 15;
export const knownDeviceDays = 365;
/** A change of e-mail, password or deletion by identity token asks for a sign-in this fresh. */
export const recentSignInMinutes = 5;
export const guestSignInsPerHour = 500;
/** Sign-ups of one address: what they cost, and tell of taken e-mails, has an end. */
export const signUpsPerHour = 500;
/** A sign-in under way at a provider, and what the provider said, wait this long (§5). */
export const authorizationStateMinutes = 10;
export const providerGrantMinutes = 10;
/** The `mediaId` of the card that the same traveller gets by the same order: it has no id yet (decision 072). */
export const newCard = "new";
/** How long a card that staff replace without an order is good, where the old one says nothing. */
export const cardValidity = "P5Y";
/** The one-time token of a card that was found. */
export const cardSignInMinutes = 10;
export const cardSearchesPerAddressAndHour = 20;
export const cardSearchesPerCardAndHour = 5;
/** Searches of one card over all addresses that are free; each further one waits a second longer. */
export const cardSearchesFree = 10;
/** Wrong birth dates for one card, and cards looked up by one account, by customers who link a card. */
export const wrongCardBirthDatesPerHour = 5;
export const cardLookUpsPerAccountAndHour = 20;
export const wrongVouchersPerHour = 10;
export const profilePasswordsMax = 8;

export const httpCacheMs = 300_000; // §9
/** A session of the staff ends so long after the sign-in, and after so long without use (decision 070). */
export const staffSessionHours = 12;
export const staffIdleMinutes = 60;
/** The second factor is given so long after the password. */
export const secondFactorMinutes = 10;
/** Codes of an app that unknown browsers may try at one member of the staff in a day: a chance of 1 in 3,000. */
export const staffCodesPerDay = 100;
/** What a member of the staff may write as the reason of an act. */
export const actReasonMaxLength = 500;

export const fetchTimeoutMs = 8_000; // §9
/** A `Retry-After` is waited for up to this long; one that is longer ends the tries. */
export const retryAfterMaxMs = 2_000;
export const paymentTimeoutMs = 15_000;
export const reloadGuardMs = 10_000; // §9
export const buildPollMs = 60_000;
export const introspectionCacheMs = 10_000;

/** A source of maintenance alerts (§9): how long it may take, and how long it is not asked after it failed. */
export const beaconTimeoutMs = 1_000;
export const beaconSkipDefaultMs = 10_000;
/** What the shop says instead of the default (§9). */
export const beaconSkipMs = 60_000;
/** How long alerts count as fresh when a source does not say (its `max-age`), and between which bounds it may say it. */
export const beaconFreshDefaultMs = 30_000;
export const beaconFreshMinMs = 1_000;
export const beaconFreshMaxMs = 600_000;
/** What a failing source told last is shown no longer than this. */
export const beaconKeptMs = 300_000;
export const beaconBytesMax = 256 * 1024;
export const beaconSourcesMax = 10;
/** When a closed shop asks to be asked again, where the end of the work is not known. */
export const closedRetrySeconds = 300;
/** How often the page of a closed shop looks whether it is open again. */
export const closedPollMs = 20_000;

export const cartLinesMax = 50;
export const cartLineQuantityMax = 99;
export const vouchersPerOrderMax = 10;
/** The most that an order may come to, in minor units of any currency. */
export const orderAmountMax = 2_000_000_000;
export const bodyMaxBytes = 256 * 1024;
/** An address of a request, and all of its head; a longer address is answered (414), a longer head ends the connection. */
export const urlMaxLength = 16 * 1024;
export const headMaxBytes = 128 * 1024;
/** How deep the values of a call may nest. */
export const valueDepthMax = 12;
/** The years that a day or an instant in a request may lie in: what is reckoned from it stays within four digits. */
export const requestYearMin = 1900;
export const requestYearMax = 2199;
/** When it is worth asking again what was answered with 503. */
export const unavailableRetrySeconds = 2;
export const uploadMaxBytes = 10 * 1024 * 1024;
/** What a picture may unfold to: a phone's photo has 12 to 50 million pixels. */
export const uploadMaxPixels = 50_000_000;
export const uploadMaxPages = 50;
export const uploadNameMaxLength = 200;
/** Pictures are kept no larger than this on their longer side. */
export const keptPictureMaxSide = 1_200;
export const keptScanMaxSide = 3_000;
/** What a traveller's picture needs, as it is printed on a transport card: pixels, seen upright. */
export const cardPhotoMinWidth = 300;
export const cardPhotoMinHeight = 400;
export const fileLinkMinutes = 10;
export const uploadsPerAccountAndHour = 100;
export const travellersPerAccountMax = 20;
/** Validation takes about two days (§4), told in working days. */
export const documentDecisionWorkingDays = 2;
/** A letter says so long before that a document ends. */
export const documentReminderDays = 14;
export const documentsPerSubmissionMax = 20;
export const qualificationsPerAccountAndHour = 10;
export const stopGraceMs = 10_000;

/** A timetable feed of a network pack (GTFS): the archive, what of it is unpacked, its rows and how far its fares reach. */
export const feedMaxBytes = 20 * 1024 * 1024;
export const feedEntriesMax = 100;
export const feedUnpackedMaxBytes = 150 * 1024 * 1024;
export const feedRowsMax = 2_000_000;
export const feedCallsPerTripMax = 500;
export const feedFarePairsMax = 500_000;
/** Departures of a day between two stops in one answer. */
export const tripsPerAnswerMax = 500;

/** How long a trip is shown as running where its article does not say how long one may change. */
export const tripMinutes = 60;
export const trackingNumberMaxLength = 60;
export const trackingUrlMaxLength = 500;
/** The clock of a validator that reports a load may be so many minutes off (decision 077). */
export const loadClockMinutes = 5;
/** So many uses of a ticket are told at most. */
export const usesToldMax = 100;
/** Where somebody punched is kept so long (decisions §7). */
export const geolocationDays = 30;
/** Searching a postal address while it is typed (decision 052): what is worth asking for, and how much of it. */
export const searchedAddressMinLength = 3;
export const searchedAddressMaxLength = 200;
export const addressesProposedMax = 5;
export const addressSearchesPerAddressAndHour = 300;
/** A proposal that comes later helps nobody. */
export const addressSearchTimeoutMs = 2_000;
export const addressAnswerMaxBytes = 64 * 1024;
/** More than so many searches at once are not begun. */
export const addressSearchesAtOnceMax = 20;

/** What the fare adviser reckons with (decision 051). */
export const advisedTravellersMax = 6;
export const advicePerAddressAndHour = 100;
export const advisedDaysMax = 92;
export const advisedTripsPerDayMax = 10;
/** Days ahead on which the travels may begin. */
export const advisedAheadDaysMax = 92;
