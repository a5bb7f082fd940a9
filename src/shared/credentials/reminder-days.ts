/**
 * `reminderDays` in responses for a credential whose owner chose no other value, and the first day of the default
 * schedule.
 */
export const DEFAULT_REMINDER_DAYS = 30
