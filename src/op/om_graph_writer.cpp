#include "op/om_graph_writer.h"

#include <fmt/format.h>

#include <protozero/pbf_writer.hpp>

#include "op/om_attr_writer.h"
#include "op/om_tensor_writer.h"

namespace belay {
namespace {

using protozero::pbf_writer;

/// A node, as the fields of its message need it.
struct Node {
    struct Edge {
        std::string node;
        int64_t index = 0;  ///< which output or input of the node
    };

    std::string name;
    std::string type;
    std::vector<Edge> sources{};
    std::vector<Edge> targets{};
    std::vector<std::string> attrs{};  ///< entries
    AttrValue::Bools constantInputs{};
    std::vector<std::string> inputDescs{};
    std::vector<std::string> outputDescs{};
};

void addEdges(pbf_writer& node, const std::vector<Node::Edge>& edges, uint32_t nameField,
              uint32_t indexField) {
    AttrValue::Ints indexes;
    for (const Node::Edge& edge : edges) {
        node.add_string(nameField, edge.node);
        indexes.push_back(edge.index);
    }
    node.add_packed_int64(indexField, indexes.begin(), indexes.end());
}

std::string nodeMessage(const Node& node, int64_t id) {
    std::string bytes;
    pbf_writer writer(bytes);
    writer.add_string(1, node.name);
    writer.add_string(2, node.type);
    for (const Node::Edge& edge : node.sources) {
        writer.add_string(5, fmt::format("{}:{}", edge.node, edge.index));
    }
    for (const std::string& entry : node.attrs) {
        writer.add_message(10, entry);
    }
    writer.add_bool(20, true);
    writer.add_int64(21, id);
    addEdges(writer, node.sources, 24, 25);
    addEdges(writer, node.targets, 26, 27);
    writer.add_packed_bool(32, node.constantInputs.begin(), node.constantInputs.end());
    for (const std::string& desc : node.inputDescs) {
        writer.add_message(33, desc);
    }
    for (const std::string& desc : node.outputDescs) {
        writer.add_message(34, desc);
    }
    return bytes;
}

/// Makes the nodes, in the order in which they are written.
class GraphWriter {
  public:
    GraphWriter(const SingleOp& op, std::string_view name, OmAttrTable& table)
        : op_(op), name_(name), table_(table), isTransData_(op.type == "TransData") {}

    std::string write() {
        node_.name = node_.type = op_.type;
        for (size_t i = 0; i < op_.inputs.size(); ++i) {
            addInput(op_.inputs[i], i);
        }
        for (const auto& [name, value] : op_.attrs.values()) {
            node_.attrs.push_back(table_.entry(name, value));
        }
        node_.attrs.push_back(table_.entry("_single_op_scene", AttrValue(true)));
        Node results{.name = fmt::format("{}_Node_Output", name_), .type = "NetOutput"};
        for (size_t i = 0; i < op_.outputs.size(); ++i) {
            const auto index = static_cast<int64_t>(i);
            node_.targets.push_back({.node = results.name, .index = index});
            node_.outputDescs.push_back(desc(op_.outputs[i], OmSide::kBetween));
            results.sources.push_back({.node = node_.name, .index = index});
            results.inputDescs.push_back(desc(op_.outputs[i], OmSide::kOutput));
        }
        nodes_.push_back(std::move(node_));
        nodes_.push_back(std::move(results));
        return message();
    }

  private:
    std::string desc(const SingleOp::Tensor& tensor, OmSide side) {
        return omGraphTensorDesc(tensor, side, isTransData_, table_);
    }

    void addInput(const SingleOp::Tensor& tensor, size_t index) {
        if (tensor.spec.isLeftOut()) {
            return;
        }
        const bool isConstant = tensor.spec.constant().has_value();
        Node node{.name = fmt::format("{}_in_{}", op_.type, index),
                  .type = isConstant ? "Const" : "Data"};
        node.targets.push_back({.node = op_.type, .index = static_cast<int64_t>(index)});
        if (isConstant) {
            node_.constantInputs.push_back(true);
        } else {
            node_.constantInputs.push_back(false);
            node.attrs.push_back(table_.entry("index", AttrValue(dataCount_++)));
            node.inputDescs.push_back(desc(tensor, OmSide::kInput));
        }
        node.outputDescs.push_back(desc(tensor, OmSide::kBetween));
        node_.sources.push_back({.node = node.name, .index = 0});
        node_.inputDescs.push_back(desc(tensor, OmSide::kInput));
        nodes_.push_back(std::move(node));
    }

    std::string message() const {
        std::string bytes;
        pbf_writer graph(bytes);
        graph.add_string(1, name_.data(), name_.size());
        for (const Node& node : nodes_) {
            if (node.type == "Data") {
                graph.add_string(4, node.name + ":0");
            }
        }
        int64_t id = 0;
        for (const Node& node : nodes_) {
            graph.add_message(6, nodeMessage(node, id++));
        }
        graph.add_message(11, om::entry("_single_op_scene", om::boolAttr(true)));
        return bytes;
    }

    const SingleOp& op_;
    std::string_view name_;
    OmAttrTable& table_;
    bool isTransData_;
    int64_t dataCount_ = 0;
    std::vector<Node> nodes_;
    Node node_;
};

}  // namespace

std::string omGraph(const SingleOp& op, std::string_view name, OmAttrTable& table) {
    return GraphWriter(op, name, table).write();
}

}  // namespace belay
