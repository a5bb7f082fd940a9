import data from '#shared/data/territories.json' with { type: 'json' }

/** The US territories that license nurses, by name. A license stores the name of its territory. */
export const territories: readonly { code: string; name: string }[] = data.records
