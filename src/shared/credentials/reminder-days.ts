/** `reminderDays` in the answers for a credential whose owner chose no other, and the first day of the default schedule. */
export const DEFAULT_REMINDER_DAYS = 30
