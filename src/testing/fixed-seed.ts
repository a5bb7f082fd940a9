import fc from 'fast-check'

// Properties try the same inputs in every run, so that a run is red only for what was changed. `EVERYTHING=1` tries new ones.
if (!process.env.EVERYTHING) fc.configureGlobal({ seed: 20_261_128 })
