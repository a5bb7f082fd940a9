/** 256 words, so that one random byte picks one. All are easy to say and to spell on the phone. */
export const passcodeWords = `
  acorn actor album alarm amber angel ankle apple apron arrow artist aspen autumn award bacon badge
  bakery balloon bamboo banjo barrel basket beach beacon bedroom bell berry bicycle birch biscuit
  blanket blossom blue board bonfire border bottle boulder bracelet branch bread breeze bridge broom
  brown bucket buffalo butter button cabin cactus camera candle canoe canyon carpet carrot castle
  cedar cereal chalk cherry chimney circle citrus clock cloud clover coast cobalt coconut comet
  compass copper coral cotton cousin coyote crayon creek cricket crystal cupcake curtain daisy dancer
  desert diamond dinner dolphin donkey dragon drawer drum eagle easel echo elbow ember emerald engine
  falcon farmer feather fiddle finger flag flame forest fossil fountain fox freckle frost galaxy
  garden garlic giant ginger giraffe glacier globe golden granite grape guitar hammer harbor harvest
  hazel helmet heron hickory hiking honey horizon hotel husky iceberg indigo island ivory jacket
  jaguar jasmine jelly jigsaw jungle kayak kettle kitchen kite koala ladder lagoon lantern lavender
  lemon leopard lettuce lilac lizard lobster lotus magnet mango maple marble market meadow melon
  mineral mirror mitten monkey morning mosaic mountain muffin museum mustard napkin nectar needle
  nickel noodle notebook ocean olive onion orange orchard otter oyster paddle painter panda paper
  parade parrot pasta peach peanut pebble pelican pencil pepper piano picnic pigeon pillow pineapple
  pirate planet plaza plum pocket polar pony poppy potato prairie pumpkin puppet purple puzzle quartz
  rabbit radish raven ribbon river robin rocket saddle sailor salmon sandal saturn scarf shadow silver
  spider squirrel sunset teapot thunder ticket tiger timber tomato tulip turtle velvet violet walnut
`
  .trim()
  .split(/\s+/)
