/** A flu season, from July 1 to June 30: `2026` is the season of 2026 to 2027. */
export function fluSeasonOf(date: string): number {
  const [year = 0, month = 0] = date.split('-').map(Number)
  return month >= 7 ? year : year - 1
}

/** "2026–27". */
export function fluSeasonText(season: number): string {
  return `${season}–${String((season + 1) % 100).padStart(2, '0')}`
}

/** The end of October of the next season, by when CDC would ideally have everybody vaccinated. */
export function nextFluDate(date: string): string {
  return `${fluSeasonOf(date) + 1}-10-31`
}
