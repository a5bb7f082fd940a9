import { openChromium } from './engines/chromium.ts'
import { testOnAPhone } from './engines/on-a-phone.ts'

testOnAPhone('Chromium', process.env.CHROMIUM ?? '/usr/bin/chromium', openChromium)
