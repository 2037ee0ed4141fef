// Code and tables that scroll can be reached with the keyboard.
document.addEventListener("DOMContentLoaded", () => {
  for (const box of document.querySelectorAll(".highlight pre, .table-wrapper")) box.tabIndex = 0;
});
