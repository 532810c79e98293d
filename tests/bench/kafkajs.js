// kafkajs's own partitioner over a file of keys, a line each: node kafkajs.js FILE PARTITIONS
const fs = require('fs');
const murmur2 = require('kafkajs/src/producer/partitioners/default/murmur2');
const toPositive = (x) => x & 0x7fffffff;

const partitions = Number(process.argv[3]);
let rest = Buffer.alloc(0);
let keys = 0;
let sum = 0;
fs.createReadStream(process.argv[2], { highWaterMark: 1 << 20 })
  .on('data', (chunk) => {
    const block = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    let at = 0;
    for (let end = block.indexOf(10, at); end !== -1; end = block.indexOf(10, at)) {
      sum += toPositive(murmur2(block.subarray(at, end))) % partitions;
      keys += 1;
      at = end + 1;
    }
    rest = block.subarray(at);
  })
  .on('end', () => console.log(`${keys} keys, sum ${sum}`));
