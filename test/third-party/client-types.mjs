// Prints the client's types: `node client-types.mjs DOCUMENT`. openapi-typescript writes them, and knows no open enums: here a text
// with examples is any of them or another text, and an editor proposes them.
import { pathToFileURL } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import { factory, SyntaxKind } from 'typescript';

const literal = (word) => factory.createLiteralTypeNode(factory.createStringLiteral(word));

function openUnion({ type, examples }) {
  if (type !== 'string' || !examples) return undefined;
  const text = factory.createKeywordTypeNode(SyntaxKind.StringKeyword);
  const other = factory.createIntersectionTypeNode([text, factory.createTypeLiteralNode([])]);
  return factory.createUnionTypeNode([...examples.map(literal), factory.createParenthesizedType(other)]);
}

process.stdout.write(
  astToString(await openapiTS(pathToFileURL(process.argv[2]), { transform: openUnion, silent: true })),
);
