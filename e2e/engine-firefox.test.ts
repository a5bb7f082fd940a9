import { openFirefox } from './engines/firefox.ts'
import { testOnAPhone } from './engines/on-a-phone.ts'

testOnAPhone('Firefox', '/usr/bin/firefox-esr', openFirefox)
