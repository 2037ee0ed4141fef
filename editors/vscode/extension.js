// Starts `petri lsp` for the YAML files of a game, and for its booklets in Markdown.
const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = function activate() {
  const [command, ...args] = workspace.getConfiguration("petri").get("command");
  const server = { command, args };
  const options = { documentSelector: ["yaml", "markdown"].map((language) => ({ scheme: "file", language })) };
  client = new LanguageClient("petri", "Petri Press", server, options);
  return client.start();
};

exports.deactivate = function deactivate() {
  return client?.stop();
};
