// Babel reads its parser's browser tables through this name. Mutating our sources needs none of them, and they come
// under a license that this project does not use.
module.exports = () => []
module.exports.defaults = []
module.exports.findConfigFile = () => undefined
module.exports.loadConfig = () => undefined
