import { states } from './states.ts'
import { territories } from './territories.ts'

/** A license stores the code of its state, or the name of its territory. */
export const places: readonly { code: string; name: string; stored: string }[] = [
  ...states.map(({ code, name }) => ({ code, name, stored: code })),
  ...territories.map((each) => ({ ...each, stored: each.name })),
]

/** By code: short forms of names, and names in Spanish. Without marks and accents. */
const others: Readonly<Record<string, string>> = {
  AL: 'ala',
  AR: 'ark',
  AS: 'samoa americana',
  AZ: 'ariz',
  CA: 'cal,calif',
  CO: 'colo',
  CT: 'conn',
  DC: 'washington dc,washington d c,wash dc,wash d c,dist of columbia,distrito de columbia',
  DE: 'del',
  FL: 'fla',
  HI: 'hawai',
  ID: 'ida',
  IL: 'ill',
  IN: 'ind',
  KS: 'kan,kans',
  LA: 'luisiana',
  MA: 'mass',
  MI: 'mich',
  MN: 'minn,minesota',
  MO: 'misuri',
  MP: 'islas marianas del norte,cnmi',
  MS: 'miss,misisipi',
  MT: 'mont',
  NC: 'n car,n carolina,no carolina,north car,carolina del norte',
  ND: 'n dak,n dakota,no dak,no dakota,north dak,dakota del norte',
  NE: 'neb,nebr',
  NH: 'n hamp,n hampshire,new hamp,nueva hampshire,nuevo hampshire',
  NJ: 'n jersey,nueva jersey',
  NM: 'n mex,nmex,n mexico,new mex,nuevo mexico',
  NV: 'nev',
  NY: 'n york,new york state,nueva york,nuevo york',
  OK: 'okla',
  OR: 'ore,oreg',
  PA: 'penn,penna,pensilvania',
  SC: 's car,s carolina,so carolina,south car,carolina del sur',
  SD: 's dak,s dakota,so dak,so dakota,south dak,dakota del sur',
  TN: 'tenn,tenesi',
  TX: 'tex,tejas',
  VI: 'islas virgenes,islas virgenes de los estados unidos,virgin islands,usvi,us vi',
  WA: 'wash,washington state,wash state,estado de washington',
  WI: 'wis,wisc',
  WV: 'w va,wva,w virginia,west va,virginia occidental,virginia del oeste',
  WY: 'wyo',
}

export const otherNamesOf = (code: string): string[] => others[code]?.split(',') ?? []
